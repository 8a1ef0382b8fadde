// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;

/**
 * The program in the field {@code p4_device_config} of a pipeline: BMv2's JSON, either alone or, as
 * older clients of BMv2 send it, in the field {@code device_data} of a message {@code
 * p4.tmp.P4DeviceConfig} (p4lang/PI, {@code p4/tmp/p4config.proto}).
 */
public final class DeviceConfig {

    /** Fields of {@code P4DeviceConfig}: a flag, a message and the program. */
    private static final int REASSIGN = 1;

    private static final int EXTRAS = 2;
    private static final int DEVICE_DATA = 3;

    private DeviceConfig() {}

    /** The program's bytes; what is neither form is given as it is. */
    public static byte[] program(ForwardingPipelineConfig config) {
        ByteString bytes = config.getP4DeviceConfig();
        try {
            ByteString data = deviceData(bytes.newCodedInput());
            // No other switch's format is taken for the message.
            return (data.isEmpty() || data.byteAt(0) != '{' ? bytes : data).toByteArray();
        } catch (IOException e) {
            return bytes.toByteArray();
        }
    }

    /** The field of a message; empty if it has other fields, too. */
    private static ByteString deviceData(CodedInputStream message) throws IOException {
        ByteString data = ByteString.EMPTY;
        for (int tag = message.readTag(); tag != 0; tag = message.readTag()) {
            if (tag == tag(DEVICE_DATA, WireFormat.WIRETYPE_LENGTH_DELIMITED)) {
                data = message.readBytes();
            } else if (tag == tag(REASSIGN, WireFormat.WIRETYPE_VARINT)
                    || tag == tag(EXTRAS, WireFormat.WIRETYPE_LENGTH_DELIMITED)) {
                message.skipField(tag);
            } else {
                return ByteString.EMPTY;
            }
        }
        return data;
    }

    private static int tag(int field, int wireType) {
        return field << 3 | wireType;
    }
}
