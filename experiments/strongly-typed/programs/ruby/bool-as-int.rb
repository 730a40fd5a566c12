sum = true + 1 # MISTAKE
puts "past #{sum}"
