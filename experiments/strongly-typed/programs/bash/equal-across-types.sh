n=12
text="012"
equal=no
if [ "$n" -eq "$text" ]; then equal=yes; fi # MISTAKE
echo "past $equal"
