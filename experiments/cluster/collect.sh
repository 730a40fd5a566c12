#!/usr/bin/env bash
# Waits for the parts of a run, submits again what is missing, and merges: collect.sh FOLDER [RECORD]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR
. "$here/common.sh"

# How often what is missing is submitted again before somebody has to look.
attempts=3
# From look to look at the queue, in seconds.
pause=${COLLECT_PAUSE:-5}

[[ $# -ge 1 && $# -le 2 ]] || fail 'usage: collect.sh FOLDER [RECORD]'
[ -d "$1" ] || fail "$1 is no folder: submit.sh makes it"
folder=$(realpath "$1")
read_settings
record=()
[ $# -eq 1 ] || record=(--out "$(realpath -m "$2")")

# Whether any job of this run waits or runs. Slurm forgets those that ended long ago, and then squeue fails.
busy() {
  local job
  [ -f "$folder/jobs" ] || return 1
  while read -r job; do
    [ -z "$(squeue --noheader --jobs="$job" 2>/dev/null)" ] || return 0
  done <"$folder/jobs"
  return 1
}

for ((attempt = 0; ; attempt++)); do
  while busy; do sleep "$pause"; done
  list=$(missing)
  [ -n "$list" ] || break
  [ "$attempt" -lt "$attempts" ] || fail "parts $list are missing after $attempts more attempts: see $folder/*.log"
  job=$(submit "$list")
  echo "${job%%;*}" >>"$folder/jobs"
  echo "parts $list are missing: submitted again as job ${job%%;*}"
done

# The number of the array's task names a part's folder.
files=()
for ((part = 1; part <= parts; part++)); do files+=("$folder/$part/part.json"); done
exec "$program" merge "${record[@]}" "${files[@]}"
