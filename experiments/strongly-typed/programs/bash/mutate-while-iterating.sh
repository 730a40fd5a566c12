list=(1 2 3)
for n in "${list[@]}"; do
  list+=("$n") # MISTAKE
done
echo "past ${list[*]}"
