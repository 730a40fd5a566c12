with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   N : Integer;
begin
   Put_Line ("past" & N'Image); -- MISTAKE
end Main;
