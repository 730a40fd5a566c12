Point = Struct.new(:x)
p = Point.new(1)
p.norm # MISTAKE
puts "past"
