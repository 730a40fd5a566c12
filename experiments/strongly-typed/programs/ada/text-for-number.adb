with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   function Half (N : Integer) return Integer is (N / 2);
   N : Integer;
begin
   N := Half ("12"); -- MISTAKE
   Put_Line ("past" & N'Image);
end Main;
