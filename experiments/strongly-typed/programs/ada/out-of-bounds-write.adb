with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   A : array (1 .. 3) of Integer := (others => 0);
   I : constant Integer := Integer'Value ("4");
begin
   A (I) := 1; -- MISTAKE
   Put_Line ("past" & A (1)'Image);
end Main;
