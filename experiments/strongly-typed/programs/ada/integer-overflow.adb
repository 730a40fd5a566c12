with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   N : Integer := Integer'Value ("2147483647");
begin
   N := N + 1; -- MISTAKE
   Put_Line ("past" & N'Image);
end Main;
