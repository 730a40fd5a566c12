metre=1
foot=1
sum=$((metre + foot)) # MISTAKE
echo "past $sum"
