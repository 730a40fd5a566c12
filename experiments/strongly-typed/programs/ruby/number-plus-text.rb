sum = 1 + "2" # MISTAKE
puts "past #{sum}"
