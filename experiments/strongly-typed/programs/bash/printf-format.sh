printf '%d\n' twelve # MISTAKE
echo "past"
