#!/usr/bin/env bash
# Submits a run in parts to Slurm: submit.sh PROGRAM FOLDER [PARTS [PROFILE [SEED]]]
# PROGRAM is the built experiment, and FOLDER where its parts go; every node has to see both.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR
. "$here/common.sh"

[[ $# -ge 2 && $# -le 5 ]] || fail 'usage: submit.sh PROGRAM FOLDER [PARTS [PROFILE [SEED]]]'
[[ -x "$1" && ! -d "$1" ]] || fail "$1 is no program: build it with cargo build --release -p load-balancing-sweep"
program=$(realpath "$1")
parts=${3:-16} profile=${4:-full} seed=${5:-1}
[[ $parts =~ ^[1-9][0-9]{0,4}$ && "$parts" -le 10000 ]] || fail "$parts parts: it must be a number from 1 to 10000"
[[ $profile =~ ^(quick|full)$ ]] || fail "profile $profile: it must be quick or full"
[[ $seed =~ ^[0-9]{1,16}$ ]] || fail "seed $seed: it must be a whole number"
command -v sbatch >/dev/null || fail 'sbatch is not here: this needs Slurm'
mkdir -p "$2"
folder=$(realpath "$2")

settings=$(printf '%s\n' "$program" "$parts" "$profile" "$seed")
if [ -f "$folder/settings" ] && [ "$(cat "$folder/settings")" != "$settings" ]; then
  fail "$folder has another run: name another folder"
fi
printf '%s\n' "$settings" >"$folder/settings"
list=$(missing)
if [ -z "$list" ]; then
  echo "all $parts parts are there: collect.sh $folder"
else
  job=$(submit "$list")
  echo "${job%%;*}" >>"$folder/jobs"
  echo "submitted as job ${job%%;*}: collect.sh $folder"
fi
