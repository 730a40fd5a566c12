def half(n) = n / 2
n = half("12") # MISTAKE
puts "past #{n}"
