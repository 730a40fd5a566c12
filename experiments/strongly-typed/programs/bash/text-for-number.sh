half() { echo $(($1 / 2)); }
n=$(half "12") # MISTAKE
echo "past $n"
