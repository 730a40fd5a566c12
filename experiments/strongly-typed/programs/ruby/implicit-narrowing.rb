bytes = +"x"
bytes.setbyte(0, 300) # MISTAKE
puts "past #{bytes.bytes}"
