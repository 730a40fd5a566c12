declare -A line=([length]=3)
echo "past ${line[lenght]}" # MISTAKE
