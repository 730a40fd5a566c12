with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   type Line is record
      Length : Integer := 3;
   end record;
   L : Line;
begin
   Put_Line ("past" & L.Lenght'Image); -- MISTAKE
end Main;
