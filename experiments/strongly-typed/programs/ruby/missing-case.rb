colour = :blue
name = case colour # MISTAKE
       when :red then "red"
       when :green then "green"
       end
puts "past #{name}"
