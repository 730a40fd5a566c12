with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   N : Integer;
begin
   N := True + 1; -- MISTAKE
   Put_Line ("past" & N'Image);
end Main;
