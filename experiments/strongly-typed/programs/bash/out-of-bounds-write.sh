a=(0 0 0)
a[7]=1 # MISTAKE
echo "past ${a[*]}"
