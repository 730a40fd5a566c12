declare n
echo "past $((n + 1))" # MISTAKE
