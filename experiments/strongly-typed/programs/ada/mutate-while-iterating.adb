with Ada.Text_IO; use Ada.Text_IO;
with Ada.Containers.Vectors;
procedure Main is
   package Lists is new Ada.Containers.Vectors (Positive, Integer);
   List : Lists.Vector;
begin
   List.Append (1);
   for N of List loop
      List.Append (N); -- MISTAKE
      exit;
   end loop;
   Put_Line ("past" & List.Length'Image);
end Main;
