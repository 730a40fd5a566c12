with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   N : Integer := 1;
begin
   N := N + "2"; -- MISTAKE
   Put_Line ("past" & N'Image);
end Main;
