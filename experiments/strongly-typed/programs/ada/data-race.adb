with Ada.Text_IO; use Ada.Text_IO;
procedure Main is
   N : Integer := 0;
begin
   declare
      task type Counter;
      task body Counter is
      begin
         for I in 1 .. 10_000 loop
            --  UNDEFINED: two tasks update one variable without a signal between them (Ada RM 9.10)
            N := N + 1; -- MISTAKE
         end loop;
      end Counter;
      One, Two : Counter;
   begin
      null;
   end;
   Put_Line ("past" & N'Image);
end Main;
