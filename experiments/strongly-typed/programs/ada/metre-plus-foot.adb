with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   type Metre is new Float;
   type Foot is new Float;
   M : Metre := 1.0;
   F : constant Foot := 1.0;
begin
   M := M + F; -- MISTAKE
   Put_Line ("past" & M'Image);
end Main;
