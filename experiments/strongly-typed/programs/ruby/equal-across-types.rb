equal = 12 == "12" # MISTAKE
puts "past #{equal}"
