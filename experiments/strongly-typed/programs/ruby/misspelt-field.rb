Line = Struct.new(:length)
line = Line.new(3)
length = line.lenght # MISTAKE
puts "past #{length}"
