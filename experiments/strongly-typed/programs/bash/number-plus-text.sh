sum=$((1 + "2")) # MISTAKE
echo "past $sum"
