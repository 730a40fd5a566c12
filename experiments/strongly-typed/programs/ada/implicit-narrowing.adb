with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   subtype Byte is Integer range 0 .. 255;
   N : constant Integer := Integer'Value ("300");
   B : Byte;
begin
   B := N; -- MISTAKE
   Put_Line ("past" & B'Image);
end Main;
