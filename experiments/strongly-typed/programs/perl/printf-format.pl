printf "%d\n", "twelve"; # MISTAKE
print "past\n";
