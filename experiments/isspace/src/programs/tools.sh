# What a tool calls a space by [[:space:]]: which bytes in the C locale, and which characters in one of UTF-8. The name of this script
# says which tool; beside it lies a list of all characters, for those that can make none.
set -e
tool=${0##*/}
tool=${tool%.sh}
list=${0%.sh}.txt
found=${0%.sh}.found
utf8=C.UTF-8

command -v "$tool" >"$found" || exit 127
[ "$(LC_ALL=$utf8 locale charmap)" = UTF-8 ]

# One byte each, in the form of the list: its number, and the byte between colons, up to a NUL.
list_bytes() {
    byte=0
    while [ "$byte" -lt 256 ]; do
        printf '%x:%b:\0' "$byte" "\\0$(printf %o "$byte")"
        byte=$((byte + 1))
    done
}

awk_program='BEGIN {
    for (n = 0; n < end; n++) {
        # What stands for surrogates is no text, and gawk takes their last byte.
        if ((n < 55296 || n > 57343) && sprintf("%c", n) ~ /^[[:space:]]$/) printf "%x\n", n
    }
}'

# In chunks, since most have no space; none has surrogates and others.
bash_program='
spaces() {
    local n
    for ((n = $2; n < $3; n += $4)); do
        ((n < 0xD800 || n > 0xDFFF)) || continue
        eval "printf -v escaped \\\\\\\\$1%x {$n..$((n + $4 - 1))}"
        printf -v text "$escaped"
        [[ $text == *[[:space:]]* ]] || continue
        if (($4 == 1)); then printf "%x\n" "$n"; else spaces "$1" "$n" "$((n + $4))" 1; fi
    done
}
if (($1 == 256)); then
    spaces x 0 256 1
else
    # NUL ends a text.
    spaces U 0 2048 1
    spaces U 2048 "$1" 2048
fi'

# The numbers, of those below $2, that the tool calls spaces in the locale $1; $3 is the list of them.
spaces() {
    case $tool in
        grep) LC_ALL=$1 grep -z -a ':[[:space:]]:' "$3" ;;
        sed) LC_ALL=$1 sed -n -z 's/^\([0-9a-f]*\):[[:space:]]:$/\1/p' "$3" ;;
        bash) LC_ALL=$1 bash -c "$bash_program" bash "$2" ;;
        *) LC_ALL=$1 "$tool" -v "end=$2" "$awk_program" ;;
    esac >"$found"
    tr '\0' '\n' <"$found" | LC_ALL=C cut -d: -f1
}

case $tool in
    grep | sed)
        # Others have no such options.
        case $("$tool" --version) in *"(GNU $tool)"*) ;; *) exit 127 ;; esac
        "$tool" --version
        ;;
    bash) bash --version ;;
    *) "$tool" -W version 2>&1 ;;
esac >"$found"
echo version "$(sed -n '1s/^[^0-9]*\([0-9][^ ,(]*\).*/\1/p' "$found")"

list_bytes >"$list.bytes"
bytes=$(spaces C 256 "$list.bytes")
echo "$tool-c" 100 $bytes
case $tool in
    # It knows bytes alone, whatever the locale.
    mawk)
        bytes=$(spaces $utf8 256 "$list.bytes")
        echo "$tool-utf8" 100 $bytes
        ;;
    *)
        characters=$(spaces $utf8 1114112 "$list")
        echo "$tool-utf8" 110000 $characters
        ;;
esac
echo end
