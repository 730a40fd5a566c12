half_of 12 # MISTAKE
echo "past"
