list = [1, 2, 3]
list.each { |n| list.push(n) if list.size < 6 } # MISTAKE
puts "past #{list}"
