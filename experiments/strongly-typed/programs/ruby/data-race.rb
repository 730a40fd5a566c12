n = 0
threads = 2.times.map { Thread.new { 10_000.times { n += 1 } } } # MISTAKE
threads.each(&:join)
puts "past #{n}"
