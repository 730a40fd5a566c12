puts format("%d", "twelve") # MISTAKE
puts "past"
