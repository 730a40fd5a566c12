with Ada.Text_IO;
with Ada.Unchecked_Conversion;
procedure Main is
   subtype Text is String (1 .. 4);
   function To_Number is new Ada.Unchecked_Conversion (Text, Integer);
   N : constant Integer := To_Number ("  12"); -- MISTAKE
begin
   Ada.Text_IO.Put_Line ("past, is 12: " & Boolean'Image (N = 12));
end Main;
