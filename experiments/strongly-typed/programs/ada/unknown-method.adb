with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   package Points is
      type Point is tagged record
         X : Integer := 1;
      end record;
   end Points;
   P : Points.Point;
begin
   P.Norm; -- MISTAKE
   Put_Line ("past");
end Main;
