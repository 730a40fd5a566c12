colour=blue
name=none
case $colour in # MISTAKE
red) name=red ;;
green) name=green ;;
esac
echo "past $name"
