Metre = Struct.new(:n) { def +(other) = Metre.new(n + other.n) }
Foot = Struct.new(:n)
sum = Metre.new(1) + Foot.new(1) # MISTAKE
puts "past #{sum.n}"
