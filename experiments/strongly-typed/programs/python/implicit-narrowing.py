octets = bytearray(1)
octets[0] = 300  # MISTAKE
print("past", octets)
