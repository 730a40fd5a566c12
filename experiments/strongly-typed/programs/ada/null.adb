with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   type Point is record
      X : Integer := 1;
   end record;
   type Reference is access Point;
   function Find return Reference is (null);
   X : Integer;
begin
   X := Find.X; -- MISTAKE
   Put_Line ("past" & X'Image);
end Main;
