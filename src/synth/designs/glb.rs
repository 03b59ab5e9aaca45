//! Designs from binary glTF files (glTF 2.0, section 4.4: y up; a knight looks along +z).

use super::{Design, DesignError, KINDS, KING, Style, Surface};
use crate::synth::vec3::{V3, v3};
use gltf::{
    Gltf, Node, Primitive, Semantic,
    accessor::{DataType, Dimensions},
    mesh::Mode,
};

/// Coordinates beyond this are no man's.
const FAR: f32 = 1e6;

impl Design {
    /// The design of a binary glTF file, whose meshes are named king, queen, rook, bishop, knight and
    /// pawn; `missing` ones may be left out. Heights are taken relative to the king's, or to the
    /// highest man's.
    ///
    /// # Errors
    /// When it is no such file, or a mesh cannot be drawn.
    pub fn from_glb(
        name: String,
        style: Style,
        missing: &[String],
        bytes: &[u8],
    ) -> Result<Self, DesignError> {
        let file = Gltf::from_slice(bytes).map_err(|e| DesignError::NotGlb(e.to_string()))?;
        let mut placed = Vec::new();
        let scene = file.default_scene().or_else(|| file.scenes().next());
        let mut seen = vec![false; file.nodes().len()];
        for node in scene.iter().flat_map(|scene| scene.nodes()) {
            place(node, IDENTITY, &mut seen, &mut placed);
        }
        let mut men = [const { None }; 6];
        for (man, kind) in men.iter_mut().zip(KINDS) {
            let found = placed.iter().find(|(node, _)| is_named(node, kind));
            *man = match found {
                Some((node, to_world)) => Some(surface(&file, node, to_world, kind)?),
                None if missing.iter().any(|missing| missing == kind) => None,
                None => return Err(DesignError::NoMesh(kind)),
            };
        }
        scale(&mut men)?;
        Ok(Self { name, style, men })
    }
}

/// A map of homogeneous coordinates, column by column.
type Matrix = [[f32; 4]; 4];

const IDENTITY: Matrix =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

/// Every node with a mesh at or below a node that was not `seen` yet, and where it is: a broken file
/// may name a node within itself.
fn place<'a>(
    node: Node<'a>,
    above: Matrix,
    seen: &mut [bool],
    placed: &mut Vec<(Node<'a>, Matrix)>,
) {
    if std::mem::replace(&mut seen[node.index()], true) {
        return;
    }
    let own = node.transform().matrix();
    let to_world: Matrix = std::array::from_fn(|col| {
        std::array::from_fn(|row| (0..4).map(|k| above[k][row] * own[col][k]).sum())
    });
    node.children().for_each(|child| place(child, to_world, seen, placed));
    if node.mesh().is_some() {
        placed.push((node, to_world));
    }
}

fn is_named(node: &Node, kind: &str) -> bool {
    let mesh = node.mesh();
    let names = [mesh.as_ref().and_then(|mesh| mesh.name()), node.name()];
    names.into_iter().flatten().any(|name| name.eq_ignore_ascii_case(kind))
}

/// All triangles of a node's mesh, in the file's units.
fn surface(
    file: &Gltf,
    node: &Node,
    to_world: &Matrix,
    kind: &'static str,
) -> Result<Surface, DesignError> {
    let (mut corners, mut faces) = (Vec::new(), Vec::new());
    for primitive in node.mesh().iter().flat_map(|mesh| mesh.primitives()) {
        if primitive.mode() == Mode::Triangles {
            let first = corners.len() as u32;
            let (own, indices) = triangles(file, &primitive, kind)?;
            corners.extend(own.into_iter().map(|corner| moved(corner, to_world)));
            faces.extend(
                indices.chunks_exact(3).map(|c| [first + c[0], first + c[1], first + c[2]]),
            );
        }
    }
    let is_ordinary = |corner: &V3| [corner.x, corner.y, corner.z].iter().all(|v| v.abs() < FAR);
    match () {
        () if faces.is_empty() => Err(DesignError::NoTriangles(kind)),
        () if !corners.iter().all(is_ordinary) => Err(DesignError::NotFinite(kind)),
        () => Ok(Surface { corners, faces }),
    }
}

/// The corners of a primitive, and which of them its triangles join, three each.
fn triangles(
    file: &Gltf,
    primitive: &Primitive,
    kind: &'static str,
) -> Result<(Vec<[f32; 3]>, Vec<u32>), DesignError> {
    let unreadable = |why| DesignError::Unreadable { kind, why };
    let positions = primitive.get(&Semantic::Positions);
    let positions = positions.ok_or(unreadable("it has no positions"))?;
    let of_floats =
        positions.data_type() == DataType::F32 && positions.dimensions() == Dimensions::Vec3;
    let plain = |accessor: &gltf::Accessor| accessor.sparse().is_none() && accessor.count() > 0;
    let indices = primitive.indices();
    if !of_floats || !plain(&positions) || !indices.as_ref().is_none_or(plain) {
        return Err(unreadable("its positions or indices are sparse, compressed or none"));
    }
    // What the file holds itself: other files are not read.
    let reader = primitive.reader(|_| file.blob.as_deref());
    let cut = unreadable("its data is not in the file, or not all of it");
    let corners: Vec<[f32; 3]> = reader.read_positions().ok_or(cut.clone())?.collect();
    let indices: Vec<u32> = match indices {
        Some(_) => reader.read_indices().ok_or(cut)?.into_u32().collect(),
        None => (0..corners.len() as u32).collect(),
    };
    match indices.iter().all(|&index| (index as usize) < corners.len()) {
        true => Ok((corners, indices)),
        false => Err(unreadable("a triangle names a corner that there is not")),
    }
}

/// A corner in the world, turned so that z is up and a knight looks along x.
fn moved([x, y, z]: [f32; 3], to_world: &Matrix) -> V3 {
    let at = |row: usize| {
        to_world[0][row] * x + to_world[1][row] * y + to_world[2][row] * z + to_world[3][row]
    };
    v3(at(2), at(0), at(1))
}

/// Puts every man on z = 0, the king 1 high.
fn scale(men: &mut [Option<Surface>; 6]) -> Result<(), DesignError> {
    for (man, kind) in men.iter_mut().zip(KINDS) {
        let Some(surface) = man else { continue };
        let low = surface.corners.iter().map(|corner| corner.z).fold(f32::MAX, f32::min);
        surface.corners.iter_mut().for_each(|corner| corner.z -= low);
        if surface.height() <= 0.0 {
            return Err(DesignError::Flat(kind));
        }
    }
    let highest = men.iter().flatten().map(Surface::height).fold(0.0, f32::max);
    let king = men[KING].as_ref().map_or(highest, Surface::height);
    for surface in men.iter_mut().flatten() {
        surface.corners.iter_mut().for_each(|corner| *corner = *corner * (1.0 / king));
    }
    Ok(())
}
