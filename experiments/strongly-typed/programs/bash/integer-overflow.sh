n=9223372036854775807
more=$((n + 1)) # MISTAKE
echo "past $more"
