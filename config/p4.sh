# SPDX-License-Identifier: Apache-2.0
#
# What the scripts behind `./weir p4` share; each reads this file first. A script compiles into the
# folder $work, makes the JSON compact, hands each file to `publish`, and ends with `exit "$status"`.
#
# A test fails when a program has changed and was not compiled again. With --check a script writes nothing: it
# compares the meaning of what it compiled with what is committed (`same` below) and shows the values that differ. Without
# --check a file whose meaning is the committed one stays too. What has no compiler is left as it is, and the exit status
# is 2.
#
# P4C_BM2      the BMv2 compiler (default: p4c-bm2-ss on the PATH)
# P4C_INCLUDE  its folder of core.p4 and v1model.p4 (default: the compiler's own)

export LC_ALL=C
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
p4c_bm2=${P4C_BM2:-p4c-bm2-ss}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
check=
status=0
case ${1:-} in
    "") ;;
    --check)
        check=1
        ;;
    *)
        echo "usage: ./weir p4 [--check]" >&2
        exit 2
        ;;
esac

# $1 the program, $2 the variable that names it, $3 what cannot be compiled without it.
found() {
    command -v "$1" >/dev/null || {
        echo "weir p4: $1: not found, $3 is left as it is; install p4c (p4lang/p4c) or name the program in $2" >&2
        status=2
        return 1
    }
}

# $1 the source, $2 the JSON to write, then more options of the compiler.
compile_bm2() {
    local source=$1 json=$2
    shift 2
    mkdir -p "$(dirname "$json")"
    "$p4c_bm2" ${P4C_INCLUDE:+-I "$P4C_INCLUDE"} --arch v1model -o "$json" "$@" "$source"
}

# $1 the folder of the committed JSON, then the sources: BMv2 programs, each of one file and without P4Info.
compile_programs() {
    local committed=$1 source
    shift
    for source in "$@"; do
        compile_bm2 "$source" "$work/$(basename "$source" .p4).json"
    done
    compact "$work"/*.json
    for source in "$@"; do
        publish "$work/$(basename "$source" .p4).json" "$committed/$(basename "$source" .p4).json"
    done
}

# $1 the file of checksums to write, then the files that they are of: sources and what was made of them.
write_sums() {
    local sums=$1
    shift
    [ -n "$check" ] || sha256sum "$@" > "$sums"
}

compact() {
    "${JAVA_HOME:+$JAVA_HOME/bin/}java" \
        "$home/pipelines/src/test/java/org/weir/pipelines/CompactJson.java" "$@"
}

# P4Runtime 1.3, which ONOS 2.5-2.7 reads, has no initial_default_action; the text parser would refuse
# the whole file. What it says stands in the program anyway.
drop_initial_default_action() {
    awk '
        /^[ ]*initial_default_action \{$/ { depth = 1; next }
        depth > 0 {
            if (/\{[ ]*$/) depth++
            if (/^[ ]*\}[ ]*$/) depth--
            next
        }
        { print }
    ' "$1" > "$1.tmp"
    mv "$1.tmp" "$1"
}

# The file as lines, to show differences: compact JSON with a line for each value.
lines() {
    case $1 in
        *.json) sed 's/[][{},]/&\n/g' "$1" ;;
        *.bin) binary_text "$1" ;;
        *) cat "$1" ;;
    esac
}

# The values of a JSON file in any order, a line each, without those that name the build of the compiler and the run:
# its version, the date, the id of the run, and the id of bf-rt.json's table of snapshots.
values() {
    sed -E 's/("name":"pipe\.snapshot\.cfg"),"id":[0-9]+/\1/g' "$1" | tr '][{},' '\n' \
        | grep -vE '^ *"(compiler_version|build_date|run_id)" *:' | sort
}

# A Tofino binary as text, without what differs between builds of the compiler.
binary_text() {
    "${JAVA_HOME:+$JAVA_HOME/bin/}java" \
        "$home/pipelines/src/test/java/org/weir/pipelines/TofinoBinary.java" "$1"
}

# Whether two files mean the same. Builds of one version of the Tofino compiler write the same entries in different
# orders (context.json, bf-rt.json, and the log resources.json), name themselves and the run, and read a counter that
# several tables use by way of another of them (binaries, TofinoBinary.java); that is ignored. The assembly, P4Info and
# BMv2's JSON are compared byte for byte.
same() {
    [ -f "$1" ] || return 1
    case $1 in
        */context.json | */bf-rt.json | */resources.json) cmp -s <(values "$1") <(values "$2") ;;
        *.bfa) cmp -s <(sed '/^  run_id: /d' "$1") <(sed '/^  run_id: /d' "$2") ;;
        *.bin)
            binary_text "$1" > "$work/committed.txt" && binary_text "$2" > "$work/made.txt" \
                && cmp -s "$work/committed.txt" "$work/made.txt"
            ;;
        *) cmp -s "$1" "$2" ;;
    esac
}

# Writes file $1 to where it is committed, $2, unless that is the same; with --check it writes nothing
# and shows the first lines that differ.
publish() {
    local made=$1 committed=$2 name
    name=$(realpath --relative-to "$home" -m "$committed")
    if same "$committed" "$made"; then
        echo "weir p4: $name: as committed"
    elif [ -z "$check" ]; then
        mkdir -p "$(dirname "$committed")"
        cp "$made" "$committed"
        echo "weir p4: $name: written, $(wc -c < "$committed") bytes"
    elif [ ! -f "$committed" ]; then
        echo "weir p4: $name: not committed" >&2
        status=1
    else
        echo "weir p4: $name: differs from what is committed (<):" >&2
        diff <(lines "$committed") <(lines "$made") | head -20 >&2 || true
        status=1
    fi
}
