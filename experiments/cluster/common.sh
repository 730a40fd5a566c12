# shellcheck shell=bash disable=SC2154 # folder and here are those of the script that reads this
# What submit.sh and collect.sh share: the settings of a run, which lie in its folder, and the parts that it lacks.

# Says why not, in a line.
fail() {
  echo "$(basename "$0"): $1" >&2
  exit 2
}

# Reads the settings of the run in $folder: program, parts, profile and seed.
read_settings() {
  [ -f "$folder/settings" ] || fail "$folder/settings is not there: submit.sh makes it"
  { read -r program && read -r parts && read -r profile && read -r seed; } <"$folder/settings" ||
    fail "$folder/settings is damaged: start again in a new folder"
}

# The parts that are not there, as Slurm's --array wants them. A part is there whole or not at all.
missing() {
  local part list=''
  for ((part = 1; part <= parts; part++)); do
    [ -f "$folder/$part/part.json" ] || list+=",$part"
  done
  echo "${list#,}"
}

# Submits the parts of a list, with whatever other options sbatch is given, and prints the job's number.
submit() {
  local list=$1
  shift
  sbatch --parsable "$@" --array="$list" --chdir="$folder" --output="$folder/%a.log" --open-mode=append \
    "$here/part.sbatch" "$program" "$folder" "$parts" "$profile" "$seed"
}
