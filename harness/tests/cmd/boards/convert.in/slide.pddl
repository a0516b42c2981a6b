; a 3x2 board
(define (problem slide)
  (:domain strips-sliding-tile)
  (:objects t1 t2 t3 t4 t5 p1 p2 p3)
  (:init (tile t1) (position p1) (inc p1 p2) (dec p2 p1)
   (at t1 p1 p1) (at t2 p2 p1) (at t3 p3 p1)
   (at t4 p1 p2) (blank p2 p2) (at t5 p3 p2))
  (:goal (and (at t1 p1 p1) (at t2 p2 p1) (at t3 p3 p1) (at t4 p1 p2) (at t5 p2 p2))))
