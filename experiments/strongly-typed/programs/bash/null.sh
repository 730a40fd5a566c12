find() { :; }
p=$(find)
echo "past ${p[x]}" # MISTAKE
