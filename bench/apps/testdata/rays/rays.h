// A picture of spheres, drawn by following rays.
#ifndef RAYS_H
#define RAYS_H

#ifdef __cplusplus
extern "C" {
#endif

enum { SPHERE = 8, LIGHT = 3 }; // centre, radius, colour, how much is reflected; a place

// scene: the spheres, then the light. Gives half the squared distance of a picture of width×height pixels from the
// wanted one (three numbers for every pixel).
double rays(const double *scene, int spheres, int width, int height, const double *wanted);

#ifdef __cplusplus
}
#endif

#endif
