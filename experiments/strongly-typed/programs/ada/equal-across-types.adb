with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   N : constant Integer := 12;
begin
   if N = "12" then -- MISTAKE
      Put_Line ("past equal");
   end if;
   Put_Line ("past");
end Main;
