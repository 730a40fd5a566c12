with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   type Colour is (Red, Green, Blue);
   C : constant Colour := Colour'Value ("Blue");
begin
   case C is -- MISTAKE
      when Red => Put_Line ("red");
      when Green => Put_Line ("green");
   end case;
   Put_Line ("past");
end Main;
