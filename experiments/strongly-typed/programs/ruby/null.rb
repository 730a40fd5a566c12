def find = nil
x = find.x # MISTAKE
puts "past #{x}"
