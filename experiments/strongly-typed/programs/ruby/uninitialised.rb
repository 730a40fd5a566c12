n = 1 if false
more = n + 1 # MISTAKE
puts "past #{more}"
