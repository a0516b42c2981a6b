(define (problem p)
(:init (at t1 p1 p1) (at t2 p2 p1) (at t3 p_1_2) (blank p2 p2))
(:goal (and (at t1 p1 p1) (at t2 p2 p1) (at t3 p1 p2))))
