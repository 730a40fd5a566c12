with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   package Animals is
      type Animal is tagged null record;
      type Dog is new Animal with record
         Tricks : Integer := 1;
      end record;
   end Animals;
   use Animals;
   function Find return Animal'Class is (Animal'(null record));
   D : Dog;
begin
   D := Dog (Find); -- MISTAKE
   Put_Line ("past" & D.Tricks'Image);
end Main;
